/** What is said of links for customers, in English. */
export const links = {
  title: 'Links for the customer',
  make: 'Make a link',
  none: 'No link was made. With one the customer hands in documents on a page of their own.',
  address: 'Send the customer this address. It is shown only now, and is good for a day and one submission:',
  copy: 'Copy',
  copied: 'Copied',
  made: 'Made',
  until: 'Good until',
  opened: 'Opened',
  sent: 'Sent',
  of: (used: number, uses: number): string => `${used} of ${uses}`,
  agreed: 'Agreed',
  end: 'End',
  endThat: (made: string): string => `End the link of ${made}`,
  ended: 'Ended',
};
