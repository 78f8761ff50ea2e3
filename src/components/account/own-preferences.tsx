import { useMemo, useState } from 'react'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { readPreferences, savePreferences, type Preferences } from '#engine/account/preferences.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { Combobox } from '#ui/combobox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDateTime, formatDecimal } from '#ui/format.ts'
import { languages } from '#ui/languages.ts'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTheme, type ThemeChoice } from '#ui/theme/theme.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { useAccountAct } from './use-account-act.tsx'

const regions = ['AT', 'AU', 'BE', 'CA', 'CH', 'DE', 'GB', 'IE', 'LI', 'LU', 'NL', 'NZ', 'US', 'ZA']

/** Language, theme, and how numbers, dates and times are written: in effect at once, on every device. */
export function OwnPreferences() {
  const t = useTranslate()
  const language = useLanguage()
  const here = useRegion()
  const { choice, setChoice } = useTheme()
  const kept = useAnswer(['preferences'], readPreferences)
  const { busy, act } = useAccountAct()
  // What was just chosen shows at once; the account follows.
  const [chosen, setChosen] = useState<Partial<Preferences>>({})
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
    [],
  )
  if (kept.error && !kept.data)
    return (
      <ErrorState compact title={t('Your profile could not be read')} onRetry={kept.refetch}>
        {t(explainAuthError(kept.error).text)}
      </ErrorState>
    )
  if (!kept.data) return <Skeleton lines={6} />
  const { region, time_zone: zone } = { ...kept.data, ...chosen }
  const keep = (changes: Partial<Preferences>): Promise<void> =>
    act(async () => {
      setChosen((before) => ({ ...before, ...changes }))
      await savePreferences(changes).catch((error: unknown) => {
        setChosen({})
        throw error
      })
    })
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const example = `${formatDecimal('12345.6', here)} · ${formatDateTime(today(), here, 'short')}`
  return (
    <div className={styles.form}>
      <SelectField
        label={t('Language')}
        value={language}
        disabled={busy}
        onChange={(next) => void keep({ language: next })}
        options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        label={t('Numbers and dates')}
        value={region ?? ''}
        disabled={busy}
        onChange={(next) => void keep({ region: next || null })}
        help={t('Written like this: {{example}}', { example })}
        options={[
          { value: '', label: t('As the browser') },
          ...regions
            .map((value) => ({ value, label: names.of(value) ?? value }))
            .toSorted((a, b) => a.label.localeCompare(b.label, language)),
        ]}
      />
      <Combobox
        label={t('Time zone')}
        value={zone ?? ''}
        disabled={busy}
        placeholder={t('As the browser')}
        valueLabel={zone ?? ''}
        onChange={(next) => void keep({ time_zone: next || null })}
        options={zones}
      />
      <SelectField
        label={t('Theme')}
        value={choice}
        disabled={busy}
        onChange={(theme) => {
          setChoice(theme as ThemeChoice)
          void keep({ theme })
        }}
        options={[
          { value: 'light', label: t('Light') },
          { value: 'dark', label: t('Dark') },
          { value: 'system', label: t('As the system') },
        ]}
      />
    </div>
  )
}

const today = (): string => new Date().toISOString()
