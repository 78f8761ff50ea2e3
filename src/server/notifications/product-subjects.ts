/** What the product itself tells people, with the German that mails need; screens translate it like every other text. */
export const productSubjects = {
  'A customer asks': 'Ein Kunde fragt',
  'Your question was answered': 'Ihre Frage wurde beantwortet',
  'An estimate is ready for you': 'Ein Angebot liegt für Sie bereit',
  'There is news of your project': 'Es gibt Neues von Ihrem Projekt',
  'A customer accepted an estimate': 'Ein Kunde hat ein Angebot angenommen',
  'A customer rejected an estimate': 'Ein Kunde hat ein Angebot abgelehnt',
  'A customer asks for a change': 'Ein Kunde bittet um eine Änderung',
  'Nobody is left to decide': 'Niemand ist mehr da, der entscheidet',
  'About a record you can no longer see': 'Zu einem Eintrag, den Sie nicht mehr sehen können',
} as const
export type ProductSubject = keyof typeof productSubjects

/** A subject in a person's language; what the product did not write stays as it is. */
export const subjectIn = (language: string, subject: string): string =>
  language.startsWith('de') && Object.hasOwn(productSubjects, subject)
    ? productSubjects[subject as ProductSubject]
    : subject
