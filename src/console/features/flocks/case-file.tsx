import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { periodicRefresh } from '../../api/queries.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Answered, Empty, LoadingFailed, Section, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';

/** The sealed dossier of a flock: seals it after the flock is closed, and verifies it. */
export function CaseFile({ flock }: { readonly flock: Row<'flocks'> }): ReactNode {
  const text = useText();
  const files = useQuery({
    queryKey: ['case-files', flock.id],
    ...periodicRefresh,
    queryFn: ({ signal }) =>
      callRoute('GET /os/case-files', { query: { flockId: flock.id }, signal }),
  });
  return (
    <Section title={text('case.title')}>
      <Answered query={files}>
        {({ data }) =>
          data.length === 0 ? (
            <Unsealed flock={flock} />
          ) : (
            data.map((file) => <Sealed key={file.id} file={file} />)
          )
        }
      </Answered>
    </Section>
  );
}

function Unsealed({ flock }: { readonly flock: Row<'flocks'> }) {
  const text = useText();
  const queries = useQueryClient();
  const maySeal = useCan()('write:*');
  const [isConfirming, setIsConfirming] = useState(false);
  const name = flock.code ?? flock.id;
  const seal = useMutation({
    mutationFn: (idempotencyKey: string) =>
      callRoute('POST /os/case-files', {
        body: { flockId: flock.id, title: text('case.of', { flock: name }) },
        idempotencyKey,
      }),
    onSettled: () => queries.invalidateQueries(),
  });
  if (flock.status !== 'closed') return <Empty>{text('case.whenClosed')}</Empty>;
  return (
    <>
      <Empty>{text('case.none')}</Empty>
      {seal.error && <LoadingFailed error={seal.error} onRetry={() => seal.mutate(newKey())} />}
      {maySeal && (
        <Button variant="default" loading={seal.isPending} onClick={() => setIsConfirming(true)}>
          {text('case.seal')}
        </Button>
      )}
      {isConfirming && (
        <Confirm
          title={text('case.of', { flock: name })}
          action={text('case.seal')}
          isDangerous
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            seal.mutate(newKey());
          }}
        >
          <p>{text('case.warning')}</p>
        </Confirm>
      )}
    </>
  );
}

function Sealed({ file }: { readonly file: AnswerOf<'GET /os/case-files'>['data'][number] }) {
  const text = useText();
  const formats = useFormats();
  const verify = useMutation({
    mutationFn: () => callRoute('GET /os/case-files/{id}/verify', { params: { id: file.id } }),
  });
  return (
    <div>
      <p>
        <strong dir="auto">{file.title}</strong>
        <br />
        {text('case.sealed', { at: formats.instant(file.sealedAt) })}
        <br />
        <code dir="ltr">{file.hash.slice(0, 16)}…</code>
      </p>
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        {text('case.verify')}
      </Button>
      {verify.error && <LoadingFailed error={verify.error} onRetry={() => verify.mutate()} />}
      {verify.data && (
        <p role="status">
          <SeverityMark severity={verify.data.ok ? 'ok' : 'critical'} isShort />{' '}
          {text(verify.data.ok ? 'case.intact' : 'case.changed', {
            at: formats.instant(verify.data.checkedAt),
            count: verify.data.differences.length,
          })}
        </p>
      )}
    </div>
  );
}
