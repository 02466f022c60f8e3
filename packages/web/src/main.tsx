import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { FetchSettings } from "./api/fetch-settings.tsx";
import { Router } from "./router.tsx";
import "./styles.css";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <FetchSettings>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </FetchSettings>
  </StrictMode>,
);
