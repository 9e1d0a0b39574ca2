import { fileURLToPath } from 'node:url';

/** A shop that the tests buy in: the demo, as `npm start` serves it. */
export interface Demo {
  readonly port: number;
  readonly url: string;
  /** Where its backend keeps its databases. */
  readonly data: string;
}

const port = Number(process.env['E2E_PORT'] ?? 5273);

/** Where nearly all tests buy, several at a time. */
export const demo: Demo = demoOn(port, 'e2e');

/** A shop whose backend is killed: no other test may be in it meanwhile. */
export const doomedDemo: Demo = demoOn(port + 1, 'e2e-doomed');

/** A shop for the random walks, with faults of its own. Each worker takes two of the ports after it. */
export const walkDemo: Demo = demoOn(port + 10, 'e2e-walk');

function demoOn(port: number, folder: string): Demo {
  return {
    port,
    url: `http://localhost:${String(port)}`,
    // A store of its own: the demo in the next window keeps its orders.
    data: fileURLToPath(new URL(`../.cache/${folder}`, import.meta.url)),
  };
}
