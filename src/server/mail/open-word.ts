/** What the link of a mail is called that leads to what it tells. */
export const openWord = { en: 'Open', de: 'Öffnen' } as const
