import type { Language } from '#contracts/language.ts'

/** What made screens say with the name of a model or of one record in it: from then on the workspace's own words. */
export interface ScreenWords {
  /** One record of a model whose records have no name. */
  entry: string
  add: (one: string) => string
  edit: (one: string) => string
  addFirst: (one: string) => string
  nothingYet: (label: string) => string
  askDelete: (one: string) => string
  /** Titles of the screens of one record, as the list of screens has them. */
  oneOf: (label: string, one: string) => string
  formOf: (label: string) => string
  /** What is noted with the release that made a file's model and screens, and with the one that takes them away. */
  importOf: (file: string) => string
  takeBack: (file: string) => string
}

export const screenWords: Readonly<Record<Language, ScreenWords>> = {
  en: {
    entry: 'entry',
    add: (one) => `Add ${one}`,
    edit: (one) => `Edit ${one}`,
    addFirst: (one) => `Add the first ${one} or import a file.`,
    nothingYet: (label) => `${label}: nothing here yet`,
    askDelete: (one) => `Delete this ${one}?`,
    oneOf: (label, one) => `${label}: one ${one}`,
    formOf: (label) => `${label}: form`,
    importOf: (file) => `Import of ${file}`,
    takeBack: (file) => `Take back the import of ${file}`,
  },
  // Without articles and endings, which would follow the gender of a word that the workspace chose.
  de: {
    entry: 'Eintrag',
    add: (one) => `${one} anlegen`,
    edit: (one) => `${one} bearbeiten`,
    addFirst: () => 'Legen Sie den ersten Eintrag an, oder importieren Sie eine Datei.',
    nothingYet: (label) => `${label}: noch nichts da`,
    askDelete: (one) => `${one} löschen?`,
    oneOf: (label, one) => `${label}: ${one}`,
    formOf: (label) => `${label}: Formular`,
    importOf: (file) => `Import von ${file}`,
    takeBack: (file) => `Import von ${file} zurückgenommen`,
  },
}
