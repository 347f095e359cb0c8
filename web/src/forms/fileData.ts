/** A file as the service takes it in JSON. */
export interface FileData {
  /** Base64 (RFC 4648). */
  data: string;
  mime_type: string;
}

/** Reads a file, or what was got as one. @throws DOMException where the browser cannot read it */
export async function fileData(file: Blob): Promise<FileData> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
  return { data: address.slice(address.indexOf(',') + 1), mime_type: file.type || 'application/octet-stream' };
}
