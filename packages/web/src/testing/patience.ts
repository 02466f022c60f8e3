import { configure } from "@testing-library/react";

// A machine with other things to do is slow, not wrong.
configure({ asyncUtilTimeout: 50_000 });
