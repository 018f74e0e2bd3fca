export type Part = { name: string; filename: string | null; type: string; data: Buffer };

function parameter(header: string, name: string): string | null {
  return new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(header)?.[1] ?? null;
}

function partOf(block: Buffer): Part | null {
  const split = block.indexOf('\r\n\r\n');
  if (split < 0) return null;
  const headers = block.subarray(0, split).toString('utf8').split('\r\n');
  const header = (name: string) => headers.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? '';
  const disposition = header('content-disposition');
  const name = parameter(disposition, 'name');
  if (name === null) return null;
  return {
    name,
    filename: parameter(disposition, 'filename'),
    type: header('content-type').slice('content-type:'.length).trim() || 'application/octet-stream',
    data: block.subarray(split + 4),
  };
}

/** Null when the body is not well-formed multipart/form-data. */
export function readMultipart(body: Buffer, contentType: string): Part[] | null {
  const found = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (!boundary) return null;
  const mark = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let place = body.indexOf(mark);
  while (place >= 0) {
    const from = place + mark.length;
    if (body.subarray(from, from + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(mark, from);
    if (next < 0) return null;
    // A line break before the next boundary belongs to the boundary.
    const part = partOf(body.subarray(from + 2, next - 2));
    if (!part) return null;
    parts.push(part);
    place = next;
  }
  return null;
}
