import { useHoldOpen } from '#engine/rendering/hold-open.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import type { ViewProps } from '../view-props.ts'
import type { secret } from './secret.definition.ts'
import styles from './secret.module.css'

/** A token or password that is shown once, to be copied. */
export function Secret({ props: { label, value, help, done }, emit }: ViewProps<typeof secret>) {
  const t = useTranslate()
  useHoldOpen({
    title: t('Close without having kept it?'),
    text: t('It is stored nowhere and cannot be shown again.'),
    confirm: t('Close'),
  })
  return (
    <div className={styles.secret}>
      <Notice tone="warning" title={t('Shown only now')}>
        {help}
      </Notice>
      <TextField
        label={label}
        value={value}
        onChange={() => undefined}
        readOnly
        onFocus={(event) => event.target.select()}
        spellCheck={false}
        autoComplete="off"
        after={<CopyButton text={value} />}
      />
      {done && (
        <div>
          <Button variant="primary" onClick={() => void emit('done')}>
            {done}
          </Button>
        </div>
      )}
    </div>
  )
}
