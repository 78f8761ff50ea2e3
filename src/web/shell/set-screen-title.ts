import { createContext, use } from 'react'

type SetScreenTitle = (title: string, above?: string) => void

/** How a page tells the frame its title, and what it calls the record above. */
export const SetScreenTitleContext = createContext<SetScreenTitle>(() => undefined)

/** Tells the frame the title of the page. */
export const useSetScreenTitle = (): SetScreenTitle => use(SetScreenTitleContext)
