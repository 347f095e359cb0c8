import { crc32 } from 'node:zlib';

/** A chunk of a PNG (RFC 2083, 3.2). */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A ZIP archive with one empty file (APPNOTE 4.3). */
export function emptyZip(name: string): Buffer {
  const file = Buffer.from(name, 'latin1');
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(file.length, 26);
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(file.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + file.length, 12);
  end.writeUInt32LE(local.length + file.length, 16);
  return Buffer.concat([local, file, entry, file, end]);
}

/** A PDF of one page that asks for a password: its keys are of no password anyone has (ISO 32000-1, 7.6.3). */
export function protectedPdf(): Buffer {
  const key = '00'.repeat(32);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
    `<</Filter/Standard/V 1/R 2/P -4/O<${key}>/U<${key}>>>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
