/** As many digits as the number of each waybill has, so that the file keeps the offsets of its parts. */
const placeholder = '20000000000000';

const file = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 258 >>
stream
BT /F1 16 Tf 24 380 Td (Express waybill) Tj
0 -32 Td /F1 24 Tf (20000000000000) Tj
0 -48 Td /F1 10 Tf (Printed by a sandbox: no parcel belongs to this waybill.) Tj ET
24 240 4 56 re 34 240 2 56 re 42 240 8 56 re 56 240 2 56 re 64 240 6 56 re 78 240 4 56 re f
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
xref
0 6
0000000000 65535 f\r
0000000009 00000 n\r
0000000058 00000 n\r
0000000115 00000 n\r
0000000241 00000 n\r
0000000550 00000 n\r
trailer
<< /Size 6 /Root 1 0 R >>
startxref
620
%%EOF
`;

/** A waybill of one page, as a PDF: the same for each parcel, but for its number. */
export function printWaybill(number: string): Uint8Array {
  return Buffer.from(file.replace(placeholder, number.padStart(placeholder.length)));
}
