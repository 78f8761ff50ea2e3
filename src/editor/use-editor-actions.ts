import { useEffect, useMemo } from 'react'
import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { makeDraftSaver } from './state/draft-saver.ts'
import { layoutOf, type EditorStore } from './state/editor-store.ts'
import { problemsFrom } from './state/problems.ts'

/** What the editor does with the server. */
export interface EditorActions {
  /** Saves the draft now; true when the server has everything. */
  save(): Promise<boolean>
  /** Saves over what somebody else saved or released meanwhile. */
  saveAnyway(): Promise<boolean>
  /** Rejects with `ApiError`; what is wrong with the layout shows at its parts. */
  release(note: string | null): Promise<void>
  /** Throws the draft away and opens what is released. Rejects with `ApiError`. */
  discard(): Promise<void>
  /** Gives a changed screen back to the shipped one. Rejects with `ApiError`. */
  reset(): Promise<void>
}

/** The way to the server for one edited layout; saves on its own as long as the editor is open. */
export function useEditorActions(store: EditorStore, reload: () => void): EditorActions {
  const api = useApi()
  const t = useTranslate()
  const refresh = useRefreshModel()
  const saver = useMemo(
    () =>
      makeDraftSaver(store, (layout, seen) =>
        api.call('PUT /api/drafts/{kind}/{key}', {
          params: { kind: 'layout', key: layout.key },
          body: {
            body: layout as unknown as Record<string, never>,
            base_version_id: store.getState().base,
            ...(seen !== undefined && { seen }),
          },
        }),
      ),
    [store, api],
  )
  useEffect(() => saver.start(), [saver])

  return useMemo<EditorActions>(() => {
    const key = layoutOf(store).key
    return {
      save: () => saver.saveNow(),
      async saveAnyway() {
        store.setState({ base: await releasedVersion(api, key) })
        return saver.saveAnyway()
      },
      async release(note) {
        if (!(await saver.saveNow())) throw notSaved(store)
        await releaseLayout(api, store, key, note)
        const origin = store.getState().origin === 'stock' ? 'customised' : store.getState().origin
        const base = await releasedVersion(api, key)
        store.setState({ base, origin, draft: { phase: 'same', seen: null, outdated: false, message: null } })
        toast.success(t('Released'))
        await refresh('sys_layout')
      },
      async discard() {
        await api.call('DELETE /api/drafts/{kind}/{key}', { params: { kind: 'layout', key } })
        await refresh('sys_layout')
        reload()
      },
      async reset() {
        if (store.getState().draft.seen !== null)
          await api.call('DELETE /api/drafts/{kind}/{key}', { params: { kind: 'layout', key } })
        await api.call('DELETE /api/layouts/{id}', { params: { id: key } })
        toast.success(t('As shipped again'))
        await refresh('sys_layout')
        reload()
      },
    }
  }, [api, store, saver, refresh, reload, t])
}

async function releaseLayout(
  api: ApiClient,
  store: EditorStore,
  key: string,
  note: string | null,
): Promise<void> {
  try {
    await api.call('POST /api/releases', { body: { note, only: [{ kind: 'layout', key }] } })
  } catch (error) {
    store.setState({ problems: problemsFrom(problemsOf(error), layoutOf(store)) })
    if (error instanceof ApiError && error.code === 'edit_conflict')
      store.setState(({ draft }) => ({ problems: [], draft: { ...draft, outdated: true } }))
    throw error
  }
}

/** The version that is released now; null for a shipped layout, and one never released. */
async function releasedVersion(api: ApiClient, id: string): Promise<string | null> {
  try {
    return (await api.call('GET /api/layouts/{id}', { params: { id } })).version_id
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const notSaved = (store: EditorStore): ApiError =>
  new ApiError(0, 'failed', store.getState().draft.message ?? 'The draft could not be saved.')
