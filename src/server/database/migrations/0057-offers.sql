-- What stands at the head and at the end of a workspace's offers.
alter table app.brands
  add column letterhead text check (char_length(letterhead) <= 600),
  add column offer_terms text check (char_length(offer_terms) <= 20000);

-- Offers as they were made for the first time after they were issued: what a customer accepts has the same bytes for ever,
-- whatever becomes of the logo, the address or the program.
create table app.offers (
  tenant_id uuid not null,
  version_id uuid not null,
  language text not null check (language in ('en', 'de')),
  content_hash text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  pdf bytea not null check (octet_length(pdf) <= 50 * 1024 * 1024),
  made_at timestamptz not null default now(),
  primary key (tenant_id, version_id, language),
  foreign key (tenant_id, version_id) references app.objects (tenant_id, id) on delete cascade
);
select app_private.protect('app.offers', 'select, insert');
