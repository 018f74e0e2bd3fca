/** A one-page PDF with the text of a signed delivery note. */
export function deliveryNote(day: string): Buffer {
  const lines = ['Canhoto de entrega', 'Nota fiscal 48.213', `Recebido em ${day}, 16:08`, 'Assinado'];
  const drawn = lines.map((line, place) => `1 0 0 1 72 ${740 - 28 * place} Tm (${line}) Tj`).join('\n');
  const text = `BT /F1 16 Tf\n${drawn}\nET`;
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = parts.map((part, place) => {
    const at = file.length;
    file += `${place + 1} 0 obj\n${part}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const tail = `trailer\n<< /Size ${parts.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + tail, 'latin1');
}
