import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'

/** For the dynamic router's `notFound`. */
export const noSuchScreen = () => <NoSuchScreen />

/** No screen of the workspace has this address; shown inside the frame, with the path. */
function NoSuchScreen() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const setTitle = useSetScreenTitle()
  const title = t('There is no screen at this address')
  useEffect(() => setTitle(title), [setTitle, title])
  return (
    <EmptyState
      icon="search"
      title={title}
      action={
        <Link href="/dashboard" className={buttonClass({ variant: 'primary' })}>
          {t('Go to the dashboard')}
        </Link>
      }
    >
      <code>{pathname}</code>
    </EmptyState>
  )
}
