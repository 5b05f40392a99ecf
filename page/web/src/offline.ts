// After the first visit the page needs no network.
import { by } from "./dom";

export function keep(): void {
  if (!("serviceWorker" in navigator)) return;
  // The answer comes first.
  addEventListener("load", () => {
    void navigator.serviceWorker.register("sw.js").then(async () => {
      await navigator.serviceWorker.ready;
      by("offline").textContent = "Everything is computed on this device, also offline. Nothing you type leaves it.";
      document.documentElement.dataset["offline"] = "ready";
    }, () => {});
  });
}
