-- IFC files that wait to be read or are being read. A reader claims one for a while and says again and again that it is
-- still at it: when its process dies, another one goes on after the last portion that was written.
create table app.bim_reads (
  tenant_id uuid not null,
  version_id uuid not null,
  asked_by uuid not null,
  waiting boolean not null default true,
  nodes_done boolean not null default false,
  elements_done integer not null default 0 check (elements_done >= 0),
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  asked_at timestamptz not null default now(),
  primary key (tenant_id, version_id),
  foreign key (tenant_id, version_id) references app.objects (tenant_id, id) on delete cascade
);
select app_private.protect('app.bim_reads', 'select, insert, update, delete');
