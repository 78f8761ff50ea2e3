/** Every language there is a file for, by its own name. One more is one file in `web/locales` and one line here. */
export const languages = { en: 'English', de: 'Deutsch' } as const
