import type pg from 'pg'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { brandOf, type Brand } from '../tenants/brands.ts'
import { escapeHtml } from './compose-mail.ts'
import type { Mail } from './mail-sender.ts'
import type { MailOrigin } from './queue-mail.ts'

/** Sends a mail of the caller's workspace, with its transaction, under the workspace's logo and in its colour. */
export async function sendBranded(
  tx: Tx,
  { tenantId, tenantName }: Pick<Caller, 'tenantId' | 'tenantName'>,
  services: Services,
  mail: Mail,
  origin?: MailOrigin,
): Promise<void> {
  const brand = await brandOf(tx, tenantId)
  await services.mail.sendWith(tx, inBrand(mail, brand, tenantName, services.publicUrl()), origin)
}

/** Sends a mail of a workspace that a job writes, on the owner's connection; `compose` is given the workspace's name. */
export async function sendOfTenant(
  client: pg.PoolClient,
  tenantId: string,
  { mail, publicUrl }: Pick<Services, 'mail' | 'publicUrl'>,
  compose: (name: string) => Mail,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from app.tenants where id = $1', [
    tenantId,
  ])
  const name = rows[0]?.name ?? ''
  const brand = await brandOf(client as unknown as Pick<Tx, 'query'>, tenantId)
  await mail.send(inBrand(compose(name), brand, name, publicUrl()))
}

/** A mail of a workspace under its logo and in its colour. */
export function inBrand(mail: Mail, { accent, logo }: Brand, name: string, publicUrl: string): Mail {
  const picture =
    logo === null
      ? ''
      : `<p><img src="${escapeHtml(publicUrl + logo)}" alt="${escapeHtml(name)}" height="48" style="height:48px;max-width:240px"></p>\n`
  // A colour too light to read is for the line alone: words of mails stand on whatever the program chooses.
  const line = accent === null ? '' : `<div style="height:4px;background:${accent}"></div>\n`
  return { ...mail, html: line + picture + mail.html }
}
