/** Saves what the service answers to a call as a file. @throws Refused */
export async function saveAs(filename: string, answer: Promise<Blob>): Promise<void> {
  const address = URL.createObjectURL(await answer);
  const link = Object.assign(document.createElement('a'), { href: address, download: filename });
  link.click();
  URL.revokeObjectURL(address);
}
