import { useParams } from 'react-router-dom'
import { LayoutEditor } from '#editor/layout-editor.tsx'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'

/** The editor of one screen, by the key or id in the address. */
export function EditLayoutPage() {
  const { id = '' } = useParams()
  const setTitle = useSetScreenTitle()
  return <LayoutEditor key={id} layoutKey={id} onTitle={setTitle} />
}
