import { useEffect } from 'react'
import { useEngine } from '#engine/engine-context.tsx'
import { useEditorStore } from './editor-store.ts'
import { modelOfParam } from './sample-params.ts'

/** Shows a screen of one record with a real one: the first of the model that its params name, until somebody says another. */
export function useSampleParams(): void {
  const store = useEditorStore()
  const { ask } = useEngine()
  useEffect(() => {
    const { layout } = store.getState().history
    for (const name of Object.keys(layout.params)) {
      const model = modelOfParam(layout, name)
      if (!model) continue
      // Without a record the screen shows what it shows for none; the person can name one in the panel.
      ask({ model, fields: ['id'], page: { size: 1 } }).then(
        ({ rows }) => {
          const id = rows[0]?.['id']
          if (typeof id !== 'string') return
          store.setState(({ params }) => ({ params: { [name]: id, ...params } }))
        },
        () => undefined,
      )
    }
  }, [store, ask])
}
