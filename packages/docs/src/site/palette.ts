import { crc32, deflateSync } from 'node:zlib';

/** A picture: its size in pixels, and each pixel as red, green and blue in the lower 24 bits. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: readonly number[];
}

/** A PNG with the 256 most frequent colours of a picture, which is a third of one with all of them. */
export function palettePng({ width, height, pixels }: Picture): Buffer {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = Array.from(counts.keys())
    .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
    .slice(0, 256);
  const indexes = new Map(
    Array.from(counts.keys(), (colour) => [colour, indexOfNearest(colour, colours)]),
  );
  // Each row begins with the number of its filter: 0, as the bytes are indexes.
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, pixel] of pixels.entries()) {
    const row = Math.floor(at / width);
    rows[row * (width + 1) + 1 + (at % width)] = indexes.get(pixel) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function indexOfNearest(colour: number, colours: readonly number[]): number {
  const distances = colours.map((other) => {
    const channels = channelsOf(other);
    return channelsOf(colour).reduce(
      (sum, channel, index) => sum + (channel - (channels[index] ?? 0)) ** 2,
      0,
    );
  });
  return distances.indexOf(Math.min(...distances));
}

function channelsOf(colour: number): number[] {
  return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
}

/** A part of a PNG: its length, its name, its bytes and their checksum. */
function chunk(name: string, bytes: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(bytes.length, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}
