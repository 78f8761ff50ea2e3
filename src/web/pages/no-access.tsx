import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { RouteAccess } from '#contracts/layout-answer.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { roleLabel } from '../shell/role-label.ts'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'

/** A screen that is there, but not for this person's role: what it is, why, who can change that, and a way to ask them. */
export function NoAccess({ access: { screen, admins = [] } }: { access: RouteAccess }) {
  const t = useTranslate()
  const language = useLanguage()
  const { role } = useSession()
  const setTitle = useSetScreenTitle()
  const title = t('You may not open this screen')
  useEffect(() => setTitle(title), [setTitle, title])
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(admins)
  return (
    <EmptyState
      level={1}
      icon="lock"
      title={title}
      action={<Ask admins={admins} screen={screen?.title ?? ''} />}
    >
      {screen && (
        <p>
          {t('“{{screen}}” is not part of your role, {{role}}.', {
            screen: t(screen.title),
            role: roleLabel(role ?? '', t),
          })}
        </p>
      )}
      <p>
        {admins.length > 0
          ? t('{{names}} can give you access.', { names, count: admins.length })
          : t('An owner or admin of this workspace can give you access.')}
      </p>
    </EmptyState>
  )
}

type Asking = 'no' | 'now' | 'done'

function Ask({ admins, screen }: { admins: readonly string[]; screen: string }) {
  const t = useTranslate()
  const api = useApi()
  const { pathname } = useLocation()
  const [asking, setAsking] = useState<Asking>('no')
  const ask = async (): Promise<void> => {
    setAsking('now')
    try {
      await api.call('POST /api/route-access/ask', { body: { route_path: pathname } })
      setAsking('done')
      toast.success(t('They were asked by mail.'))
    } catch (error) {
      setAsking('no')
      toast.error(t(error instanceof ApiError ? error.message : 'They could not be asked.'), {
        description: t('Copy the request and send it yourself.'),
      })
    }
  }
  const copy = async (): Promise<void> => {
    const text = t('Please give me access to “{{screen}}”: {{address}}', {
      screen: t(screen),
      address: window.location.origin + pathname,
    })
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('Copied'))
    } catch {
      // The browser forbids it, on an insecure address say: then it stands there to be copied by hand.
      toast.info(text)
    }
  }
  return (
    <>
      {admins.length > 0 && (
        <Button
          variant="primary"
          onClick={() => void ask()}
          disabled={asking === 'done'}
          loading={asking === 'now'}
        >
          {asking === 'done' ? t('Asked') : t('Ask for access')}
        </Button>
      )}
      <Button icon="copy" onClick={() => void copy()}>
        {t('Copy the request')}
      </Button>
    </>
  )
}
