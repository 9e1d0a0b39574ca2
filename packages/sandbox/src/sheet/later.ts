/** Runs in its own task, like the browser's events; a fake clock does not delay it. */
export function later(run: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    run();
  };
  channel.port2.postMessage(null);
}
