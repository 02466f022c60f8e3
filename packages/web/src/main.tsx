import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { FetchSettings } from "./api/fetch-settings.tsx";
import { Router } from "./router.tsx";
import { openHistoryGate } from "./ui/history-gate.ts";
import "./styles.css";

openHistoryGate();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <FetchSettings>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </FetchSettings>
  </StrictMode>,
);
