import { createContext, use } from 'react'

/** How a page tells the frame its title. */
export const SetScreenTitleContext = createContext<(title: string) => void>(() => undefined)

/** Tells the frame the title of the page. */
export const useSetScreenTitle = (): ((title: string) => void) => use(SetScreenTitleContext)
