import { type Books, databaseBooks, fileBooks } from './books.ts';

/** A shop of `examples/`. */
export interface Example {
  readonly language: string;
  readonly file: string;
  /** What builds it, in the folder of the shop. */
  readonly build?: readonly [string, ...string[]];
  /** What runs it there; most have their port from the variable `PORT`. */
  readonly run: (port: number) => readonly [string, ...string[]];
  readonly books: Books;
}

/** Where Debian has the library that reads JSON. */
const gson = '/usr/share/java/gson.jar';

export const examples: readonly Example[] = [
  {
    language: 'PHP',
    file: 'shop.php',
    run: (port) => ['php', '-S', `127.0.0.1:${String(port)}`, 'shop.php'],
    books: databaseBooks,
  },
  { language: 'Python', file: 'shop.py', run: () => ['python3', 'shop.py'], books: databaseBooks },
  {
    language: 'Go',
    file: 'shop.go',
    // `go run` leaves the shop behind when it is killed.
    build: ['go', 'build', '-o', 'shop', 'shop.go'],
    run: () => ['./shop'],
    books: fileBooks,
  },
  {
    language: 'Java',
    file: 'Shop.java',
    run: () => ['java', '-cp', gson, 'Shop.java'],
    books: fileBooks,
  },
  { language: 'Ruby', file: 'shop.rb', run: () => ['ruby', 'shop.rb'], books: databaseBooks },
];
