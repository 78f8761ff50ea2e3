const KEY = 'pending email'

/** The address a mail is on its way to. Kept for this tab only, so that it stands in no address and no history. */
export const rememberEmail = (email: string): void => sessionStorage.setItem(KEY, email)

/** The address a mail is on its way to, or an empty text. */
export const rememberedEmail = (): string => sessionStorage.getItem(KEY) ?? ''
