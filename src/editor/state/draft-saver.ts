import type { Draft } from '#contracts/api/drafts.ts'
import type { Layout } from '#contracts/layout.ts'
import { ApiError } from '#engine/data/api-error.ts'
import type { EditorStore } from './editor-store.ts'
import { problemsFrom } from './problems.ts'

/** Milliseconds without a change before the draft is saved. */
export const pauseBeforeSaving = 1000

export interface DraftSaver {
  /** Saves now; true when the server has everything afterwards. */
  saveNow(): Promise<boolean>
  /** Saves over what somebody else saved in between. */
  saveAnyway(): Promise<boolean>
  /** Begins to listen; answers how to stop. */
  start(): () => void
}

/** Sends a layout; `seen` is the `updated_at` of the draft it was made from. */
export type SendDraft = (layout: Layout, seen: string | null | undefined) => Promise<Draft>

/** Keeps the draft on the server equal to what is edited: one second after the last change, one call at a time. */
export function makeDraftSaver(store: EditorStore, send: SendDraft): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<unknown> = Promise.resolve()

  const isSaved = (): boolean => {
    const { history, saved } = store.getState()
    return history.layout === saved
  }
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), pauseBeforeSaving)
  }

  // Calls wait for the one before: two at once would each see the other as a stranger.
  function inTurn(work: () => Promise<boolean>): Promise<boolean> {
    clearTimeout(timer)
    const done = running.then(work)
    // One that broke must not stop those after it; its caller hears of it.
    running = done.catch(() => undefined)
    return done
  }

  const saveNow = (): Promise<boolean> =>
    inTurn(async () => isSaved() || (await save(store.getState().draft.seen)))

  async function save(seen: string | null | undefined): Promise<boolean> {
    const { layout } = store.getState().history
    store.setState(({ draft }) => ({ draft: { ...draft, phase: 'saving' } }))
    try {
      const draft = await send(layout, seen)
      const done = store.getState().history.layout === layout
      store.setState({
        saved: layout,
        problems: problemsFrom(draft.problems, layout),
        draft: {
          phase: done ? 'same' : 'changed',
          seen: draft.updated_at,
          outdated: draft.outdated,
          message: null,
        },
      })
      return done
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const phase = error.code === 'edit_conflict' ? 'conflict' : 'failed'
      store.setState(({ draft }) => ({ draft: { ...draft, phase, message: error.message } }))
      return false
    }
  }

  return {
    saveNow,
    saveAnyway: () => inTurn(() => save(undefined)),
    start() {
      const stop = store.subscribe((now, before) => {
        if (now.history.layout === before.history.layout) return
        // A conflict is decided by a person, not by the next key.
        if (now.draft.phase === 'conflict') return
        if (now.draft.phase !== 'saving')
          store.setState({ draft: { ...now.draft, phase: isSaved() ? 'same' : 'changed' } })
        later()
      })
      return () => {
        stop()
        clearTimeout(timer)
      }
    },
  }
}
