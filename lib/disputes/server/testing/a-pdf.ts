/** A PDF with one empty page and `padding` more bytes: `%PDF-1.4 … %%EOF`. */
export function aPdf(padding = 0): Buffer {
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Length ${padding} >>\nstream\n${' '.repeat(padding)}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = parts.map((part, place) => {
    const at = file.length;
    file += `${place + 1} 0 obj\n${part}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
export const PDF = aPdf().toString('latin1');
