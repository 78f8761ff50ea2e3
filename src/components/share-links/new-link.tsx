import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { SharedField } from '#contracts/share.ts'
import { askShownOnce } from '#engine/data/ask-shown-once.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { Region } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { asDescription } from '../field/as-description.ts'
import { plainText } from '../field/plain-text.ts'
import styles from './share-links.module.css'

// The encoder is wanted only by who has just made a link.
const LinkCode = lazy(() => import('./link-code.tsx').then((module) => ({ default: module.LinkCode })))

interface NewLinkProps {
  token: string
  onMade: () => void
  onClose: () => void
}

const day = 86_400_000

/** Chooses fields and an end; the server shows what the public would see before anything is shared. */
export function NewLink({ token, onMade, onClose }: NewLinkProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const [fields, setFields] = useState<readonly string[]>([])
  const [days, setDays] = useState('30')
  const [password, setPassword] = useState('')
  const [url, setUrl] = useState<string | null>(null)
  // An end that is the same however often it is tried: made again, it is the same link.
  const [begun] = useState(Date.now)
  const { busy, act } = useAct(() => undefined)
  const offered = usePreview(token, [])
  const preview = usePreview(token, fields)
  // The first choice, then the link: each comes in place of what had the focus.
  const form = useRef<HTMLDivElement>(null)
  const isReady = offered.data !== undefined
  useEffect(() => {
    if (isReady || url !== null) form.current?.querySelector('input')?.focus()
  }, [isReady, url])
  if (offered.error && !offered.data)
    return (
      <ErrorState compact title={t('What can be shared could not be read')} onRetry={offered.refetch}>
        {t(offered.error.message)}
      </ErrorState>
    )
  if (!offered.data) return <Skeleton lines={4} />
  if (url !== null)
    return (
      <div ref={form} className={styles.form}>
        <Notice tone="warning" title={t('Shown only now')}>
          {password === ''
            ? t('Copy the link: it is kept nowhere.')
            : t('Copy the link, and note the password: they are kept nowhere.')}
        </Notice>
        <TextField
          label={t('Public link')}
          value={url}
          onChange={() => undefined}
          readOnly
          onFocus={(event) => event.target.select()}
          spellCheck={false}
          after={<CopyButton text={url} />}
        />
        <Suspense fallback={<Skeleton lines={6} />}>
          <LinkCode url={url} />
        </Suspense>
        <div>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    )
  const { shareable } = offered.data
  const shown = preview.data?.shown
  const make = (): Promise<void> =>
    act(async () => {
      const expires_at = new Date(begun + Number(days) * day).toISOString()
      const body = { fields: [...fields], expires_at, ...(password !== '' && { password }) }
      const made = await askShownOnce(
        () => api.call('POST /api/objects/{token}/share', { params: { token }, body }),
        (id) => api.call('DELETE /api/shares/{id}', { params: { id } }),
      )
      setUrl(made)
      onMade()
    })
  return (
    <div ref={form} className={styles.form}>
      <fieldset className={styles.fields}>
        <legend className={styles.quiet}>{t('What is shown')}</legend>
        {shareable.map(({ key, label, ours }) => (
          <Checkbox
            key={key}
            label={ours ? t(label) : label}
            checked={fields.includes(key)}
            onChange={(checked) =>
              setFields(checked ? [...fields, key] : fields.filter((other) => other !== key))
            }
          />
        ))}
      </fieldset>
      <SelectField
        label={t('Open for')}
        value={days}
        onChange={setDays}
        options={['7', '30', '90', '365'].map((value) => ({
          value,
          label: t('{{count}} days', { count: Number(value) }),
        }))}
      />
      <TextField
        label={t('Password')}
        help={t('Optional. Whoever has the link must know it too: tell them in another way than the link.')}
        value={password}
        onChange={setPassword}
        autoComplete="off"
        spellCheck={false}
        maxLength={72}
      />
      <div className={styles.preview} aria-live="polite">
        <p className={styles.quiet}>{t('This is all that anybody with the link will see:')}</p>
        {preview.error && !shown && (
          <ErrorState compact title={t('What it shows could not be read')} onRetry={preview.refetch}>
            {t(preview.error.message)}
          </ErrorState>
        )}
        {!preview.error && !shown && <Skeleton lines={2} />}
        {shown?.fields.length === 0 && <p>{t('Nothing yet. Choose what is shown.')}</p>}
        {shown && shown.fields.length > 0 && (
          <dl className={styles.facts}>
            {shown.fields.map((field) => (
              <div key={field.key}>
                <dt>
                  {shareable.some(({ key, ours }) => ours && key === field.key)
                    ? t(field.label)
                    : field.label}
                </dt>
                <dd>{(field.text ?? wordsOf(field, region)) || '–'}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className={styles.line}>
        <Button
          variant="primary"
          disabled={fields.length === 0 || !shown || preview.isPrevious}
          loading={busy}
          onClick={() => void make()}
        >
          {t('Make link')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

/** What a link with these fields would show, and which there are to choose from. */
function usePreview(token: string, fields: readonly string[]) {
  const api = useApi()
  return useAnswer(
    ['share-preview', token, fields],
    () =>
      api.call('POST /api/objects/{token}/share/preview', {
        params: { token },
        body: { fields: [...fields] },
      }),
    { keep: true, freshFor: 0 },
  )
}

/** A value as the preview says it: an amount with its currency, a number with its unit, files by their names. */
function wordsOf({ key, label, type, value, currency, unit }: SharedField, region: Region): string {
  const words = plainText(value, asDescription({ key, label, type }), undefined, region)
  const after = currency ?? unit
  return after !== undefined && words !== '' ? `${words} ${after}` : words
}
