const WINANSI: Record<string, string> = {
  '–': '\x96',
  '—': '\x97',
  '…': '\x85',
  '“': '\x93',
  '”': '\x94',
  '’': '\x92',
};

function escaped(text: string): string {
  const latin = [...text].map((sign) => WINANSI[sign] ?? (sign.charCodeAt(0) < 256 ? sign : '?')).join('');
  return latin.replace(/[\\()]/g, '\\$&');
}

/** One A4 page of lines in Helvetica; the first line is the title. */
export function pdf(lines: string[]): Buffer {
  const [title = '', ...rest] = lines;
  const drawn = rest.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 16 Tf 56 780 Td (${escaped(title)}) Tj /F1 10 Tf 0 -30 Td 16 TL\n${drawn}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, number) => {
    const place = text.length;
    text += `${number + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
