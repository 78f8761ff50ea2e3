import { DynamicRouter } from '#engine/routing/dynamic-router.tsx'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'
import { noAccess } from './no-access-door.tsx'
import { noSuchScreen } from './no-such-screen.tsx'

/** Every address that is a screen of the workspace. */
export function ScreenPage() {
  const setTitle = useSetScreenTitle()
  return <DynamicRouter onTitle={setTitle} notFound={noSuchScreen} noAccess={noAccess} />
}
