import { useRef, useState } from 'react'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { readPreferences, savePreferences } from '#engine/account/preferences.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { shrinkPicture } from '../files/shrink-picture.ts'
import styles from './account.module.css'
import { useAccountAct } from './use-account-act.tsx'

/** A picture of a person, in pixels: twice what the largest place shows. */
const side = 192

/** Name and picture: what the people one works with see. */
export function OwnProfile() {
  const t = useTranslate()
  const api = useApi()
  const { user } = useSession()
  const kept = useAnswer(['preferences'], readPreferences)
  const { busy, act } = useAccountAct()
  const file = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  if (kept.error && !kept.data)
    return (
      <ErrorState compact title={t('Your profile could not be read')} onRetry={kept.refetch}>
        {t(explainAuthError(kept.error).text)}
      </ErrorState>
    )
  if (!kept.data || !user) return <Skeleton lines={4} />
  const { display_name: name, avatar_url: picture } = kept.data
  const shown = typed ?? name ?? ''
  const keepPicture = async (avatar_url: string | null, done: string): Promise<void> => {
    try {
      await savePreferences({ avatar_url })
    } catch (error) {
      // The server has let go of the former picture, so there is no way back.
      toast.error(t('People you work with see the change, your own account does not. Do it once more.'))
      throw error
    }
    toast.success(done)
  }
  /** The list of people says so too: the server looks first, and has the former name again where the account refuses. */
  const rename = (next: string): Promise<void> => {
    const tell = (display_name: string | null) =>
      api.call('POST /api/auth/sync-profile', { body: { user_id: user.id, display_name } })
    return act(async () => {
      await tell(next)
      try {
        await savePreferences({ display_name: next })
      } catch (error) {
        await tell(name).catch((again: unknown) => {
          reportFailure(again)
          toast.error(t('People you work with see the new name. Save the name once more.'))
        })
        throw error
      }
      setTyped(null)
      toast.success(t('Name saved'))
    })
  }
  const choose = (chosen: File): Promise<void> =>
    act(async () => {
      const bytes = await shrinkPicture(chosen, side, 'square')
      const { avatar_url } = await api.call('PUT /api/profile/avatar', { bytes })
      await keepPicture(avatar_url, t('Picture saved'))
    })
  const remove = (): Promise<void> =>
    act(async () => {
      await api.call('DELETE /api/profile/avatar')
      await keepPicture(null, t('Picture taken away'))
    })
  return (
    <div className={styles.form}>
      <div className={styles.person}>
        <Avatar
          name={shown || (user.email ?? '')}
          src={picture?.startsWith('/') ? api.address(picture) : picture}
          size={40}
          named={false}
        />
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label={t('Your picture')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) void choose(chosen)
          }}
        />
        <Button icon="upload" loading={busy} onClick={() => file.current?.click()}>
          {picture ? t('Another picture') : t('Choose a picture')}
        </Button>
        {picture && (
          <Button variant="ghost" disabled={busy} onClick={() => void remove()}>
            {t('Take the picture away')}
          </Button>
        )}
      </div>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (shown.trim() && !busy) void rename(shown.trim())
        }}
      >
        <TextField
          label={t('Name')}
          autoComplete="name"
          maxLength={200}
          value={shown}
          onChange={setTyped}
          help={t('Shown to the people you work with.')}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={busy}
            disabled={!shown.trim() || shown.trim() === name}
          >
            {t('Save name')}
          </Button>
        </div>
      </form>
    </div>
  )
}
