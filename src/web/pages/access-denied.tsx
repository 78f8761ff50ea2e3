import { clientTexts } from '#contracts/errors.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useMeta } from '../session/use-meta.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { MessagePage } from './message-page.tsx'

/** A workspace's own address, and somebody who is not in it (S-02, X-02). Says the same for one that does not exist. */
export function AccessDenied({ subdomain }: { subdomain: string }) {
  const t = useTranslate()
  const signOut = useSignOut()
  const meta = useMeta()
  return (
    <MessagePage
      title={t(clientTexts.accessDeniedHeading, { subdomain })}
      actions={
        <>
          {meta?.appDomain && (
            <a
              href={`${location.protocol}//${meta.appDomain}/auth/select-tenant`}
              className={buttonClass({ variant: 'primary', size: 'touch' })}
            >
              {t('Choose another workspace')}
            </a>
          )}
          <Button size="touch" onClick={() => void signOut()}>
            {t('Sign in as somebody else')}
          </Button>
        </>
      }
    >
      <p>{t(clientTexts.accessDeniedBody, { subdomain })}</p>
      <p>{t('An owner or admin of the workspace can invite you.')}</p>
    </MessagePage>
  )
}
