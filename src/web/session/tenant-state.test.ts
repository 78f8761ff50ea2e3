import { expect, it } from 'vitest'
import { isTenantAnswer, tenantStateAfter, tenantStateAfterFailure } from './tenant-state.ts'

it('[S-02] needs_selection on a subdomain the person cannot access is an error that names it', () => {
  expect(tenantStateAfter({ status: 'needs_selection' }, 'acme')).toEqual({
    status: 'error',
    subdomain: 'acme',
  })
})

it('[S-03] needs_selection elsewhere asks for a choice', () => {
  expect(tenantStateAfter({ status: 'needs_selection' }, null)).toEqual({ status: 'required', message: null })
})

it('[S-04] [P-01] locked, or any answer with a tenant id, selects it with name and role', () => {
  const selected = { status: 'selected', tenant: { id: 't1', name: 'Nord', role: 'admin' } }
  expect(
    tenantStateAfter({ status: 'locked', tenant_id: 't1', name: 'Nord', role: 'admin' }, 'nord'),
  ).toEqual(selected)
  expect(
    tenantStateAfter({ status: 'selected', tenant_id: 't1', name: 'Nord', role: 'admin' }, null),
  ).toEqual(selected)
  expect(
    tenantStateAfter({ status: 'selected', tenant: { id: 't1', name: 'Nord' }, role: 'admin' }, null),
  ).toEqual(selected)
})

it('[S-05] a failed call asks for a choice and says why', () => {
  expect(tenantStateAfterFailure()).toEqual({
    status: 'required',
    message: 'Backend server unavailable. Please try selecting your workspace.',
  })
})

it('[S-05] takes only what can be an answer: not a page of something in between, not half of one', () => {
  for (const answer of [
    '<!doctype html>',
    null,
    [],
    {},
    { status: 'selected' },
    { status: 'selected', tenant_id: 7 },
    { tenant: {} },
  ])
    expect(isTenantAnswer(answer), JSON.stringify(answer)).toBe(false)
  for (const answer of [
    { status: 'needs_selection' },
    { status: 'locked', tenant_id: 't1' },
    { tenant: { id: 't1' } },
  ])
    expect(isTenantAnswer(answer), JSON.stringify(answer)).toBe(true)
})
