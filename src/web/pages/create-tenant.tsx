import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import { useSubdomainCheck } from '#engine/data/use-subdomain-check.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { clientTexts } from '#contracts/errors.ts'
import form from '../auth/auth-form.module.css'
import { addressFrom, addressProblem } from '../session/workspace-address.ts'
import { useMeta } from '../session/use-meta.ts'
import { useSessionMachine } from '../session/session-context.ts'
import { tenantAnswer, tenantsKey } from '../session/tenant-calls.ts'
import { PlainFrame } from './plain-frame.tsx'

/** `/auth/create-tenant`: a workspace of one's own, in one name and, where the deployment has a domain, one address. */
export function CreateTenantPage() {
  const t = useTranslate()
  const api = useApi()
  const navigate = useNavigate()
  const machine = useSessionMachine()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [typedAddress, setTypedAddress] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [touched, setTouched] = useState(false)
  const domain = useMeta()?.appDomain ?? null
  const address = typedAddress ?? addressFrom(name)
  const addressError = address ? addressProblem(address) : null
  const check = useSubdomainCheck(domain !== null && address && addressError === null ? address : null)
  const refused = problemsOf(error)
  const problemAt = (path: string): string | undefined =>
    refused.find((problem) => problem.path.endsWith(path))?.message

  const create = async (): Promise<void> => {
    setTouched(true)
    if (!name.trim() || (domain !== null && addressError !== null)) return
    setBusy(true)
    setError(null)
    try {
      const made = await api.call('POST /api/tenants', {
        body: { name: name.trim(), ...(domain !== null && address ? { subdomain: address } : {}) },
      })
      await cache.invalidateQueries({ queryKey: tenantsKey })
      machine.adoptTenant(tenantAnswer(made))
      await navigate('/onboarding', { replace: true })
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PlainFrame
      title={t('Create a workspace')}
      lead={t('For one company, with its own people, screens and records.')}
    >
      <form
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void create()
        }}
      >
        {error && refused.length === 0 && (
          <Notice tone="danger">
            {error.unavailable ? t(clientTexts.workspaceConnectionFailed) : t(error.message)}
          </Notice>
        )}
        <TextField
          label={t('Name of the company')}
          autoComplete="organization"
          maxLength={120}
          value={name}
          onChange={setName}
          error={problemAt('name') ?? (touched && !name.trim() ? t('Write a name.') : undefined)}
        />
        {domain !== null && (
          <TextField
            label={t('Address')}
            value={address}
            onChange={(text) => setTypedAddress(text.toLowerCase())}
            spellCheck={false}
            maxLength={63}
            after={`.${domain}`}
            help={
              check?.free
                ? t('This address is free.')
                : t('Letters, digits and hyphens. It can be changed later.')
            }
            error={
              problemAt('subdomain') ??
              ((addressError ?? check?.problem) ? t(addressError ?? check?.problem ?? '') : undefined)
            }
          />
        )}
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Create workspace')}
        </Button>
        <Link href="/auth/select-tenant">{t('Choose a workspace instead')}</Link>
      </form>
    </PlainFrame>
  )
}
