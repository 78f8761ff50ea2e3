import { createContext, use } from 'react'

/** What the screen says of itself: its title, a record's name, say, and its name of the record above. Empty until it has. */
export interface ScreenTitle {
  title: string
  above: string
}

/** What is known of a screen that has not said anything yet. */
export const untitled: ScreenTitle = { title: '', above: '' }

/** The title of the screen as the screen itself says it. */
export const ScreenTitleContext = createContext(untitled)

/** The title the screen gave itself, and its name of the record above. */
export const useScreenTitle = (): ScreenTitle => use(ScreenTitleContext)
