import { createContext, use } from 'react'

/** The title of the screen as the screen itself says it: a record's name, say. Empty until it has. */
export const ScreenTitleContext = createContext('')

/** The title the screen gave itself. */
export const useScreenTitle = (): string => use(ScreenTitleContext)
