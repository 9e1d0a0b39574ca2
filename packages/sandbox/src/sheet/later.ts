/** Runs in a task of its own, as the browser's own events do; a faked clock does not hold it up. */
export function later(run: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    run();
  };
  channel.port2.postMessage(null);
}
