import { createStore, type StoreApi } from 'zustand/vanilla'

/** A layout open above the screen. */
export interface OpenLayout {
  id: number
  layout: string
  params: Record<string, unknown>
  as: 'drawer' | 'dialog'
  title: string | null
}

/** A question that waits for yes or no. */
export interface OpenQuestion {
  id: number
  title: string
  text: string | null
  confirm: string | null
  danger: boolean
  /** What must be typed to go on; null for a plain yes. */
  type: string | null
  answer(yes: boolean): void
}

interface DialogState {
  layouts: OpenLayout[]
  question: OpenQuestion | null
}

export interface Dialogs {
  store: StoreApi<DialogState>
  /** Opens a layout above everything else; answers its id for `close`. */
  open(layout: Omit<OpenLayout, 'id'>): number
  close(id: number): void
  /** Going to another screen closes everything; an open question answers no. */
  moveTo(path: string): void
  /** Asks; resolves with the answer. */
  ask(question: Omit<OpenQuestion, 'id' | 'answer'>): Promise<boolean>
}

/** Makes the stack of what is open above the screen. */
export function createDialogs(): Dialogs {
  const store = createStore<DialogState>(() => ({ layouts: [], question: null }))
  let lastId = 0
  let place: string | null = null
  const endQuestion = (yes: boolean): void => {
    const { question } = store.getState()
    store.setState({ question: null })
    question?.answer(yes)
  }
  return {
    store,
    open(layout) {
      const id = (lastId += 1)
      store.setState(({ layouts }) => ({ layouts: [...layouts, { ...layout, id }] }))
      return id
    },
    close(id) {
      store.setState(({ layouts }) => ({ layouts: layouts.filter((open) => open.id !== id) }))
    },
    moveTo(path) {
      if (path === place) return
      place = path
      if (store.getState().layouts.length > 0) store.setState({ layouts: [] })
      endQuestion(false)
    },
    ask(question) {
      endQuestion(false)
      return new Promise((resolve) => {
        const id = (lastId += 1)
        const answer = (yes: boolean): void => {
          store.setState({ question: null })
          resolve(yes)
        }
        store.setState({ question: { ...question, id, answer } })
      })
    },
  }
}
