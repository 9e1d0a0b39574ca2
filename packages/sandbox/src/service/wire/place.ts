/** Places in a body, as the profile writes them: `data.status`, `operations[0].amount`. */

type Container = Record<string, unknown>;

/** Removes the value at a place from the body, and any object that is empty without it. */
export function takeAt(body: unknown, place: string): unknown {
  const steps = stepsOf(place);
  const value = steps.reduce<unknown>(memberOf, body);
  if (value === undefined) return undefined;
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const container = steps.slice(0, depth).reduce<unknown>(memberOf, body);
    if (!isContainer(container)) break;
    Reflect.deleteProperty(container, steps[depth] ?? '');
    if (Object.keys(container).length > 0) break;
  }
  return value;
}

/** Writes a value at a place, and creates its parents. */
export function putAt(body: Container, place: string, value: unknown): void {
  const steps = stepsOf(place);
  const last = steps.pop() ?? '';
  let container: Container = body;
  for (const [index, step] of steps.entries()) {
    const member = memberOf(container, step);
    const next = isContainer(member) ? member : emptyFor(steps[index + 1] ?? last);
    define(container, step, next);
    container = next;
  }
  define(container, last, value);
}

/** Whether a value has members. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function stepsOf(place: string): string[] {
  return place.split(/[.[\]]+/).filter((step) => step !== '');
}

function memberOf(container: unknown, step: string): unknown {
  return isContainer(container) && Object.hasOwn(container, step) ? container[step] : undefined;
}

function emptyFor(step: string): Container {
  // A list is a container whose names are numbers.
  return (/^\d{1,3}$/.test(step) ? [] : {}) as Container;
}

/** As JSON.parse does it: `__proto__` is a name like any other. */
function define(container: Container, name: string, value: unknown): void {
  Object.defineProperty(container, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
