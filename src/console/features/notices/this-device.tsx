import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import {
  deviceAddress,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
} from '../../api/push-device.ts';
import { useText } from '../../i18n/language.tsx';
import type { PushCode } from '../../offline/push-worker.ts';
import { Refusal, useAct } from '../../ui/act.tsx';
import classes from './notices.module.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';

type Channel = AnswerOf<'GET /os/notices/channels'>['data'][number];

/** Turns notifications on this device on and off. */
export function ThisDevice({ channels }: { readonly channels: readonly Channel[] }): ReactNode {
  const text = useText();
  const [support, setSupport] = useState(pushSupport);
  const device = useQuery({
    queryKey: ['this-device'],
    queryFn: deviceAddress,
    meta: { isPrivate: true },
  });
  const address = device.data ?? null;
  const channel = address === null ? undefined : channels.find((one) => one.address === address);
  const change = useAct(
    async (isOn: boolean) => {
      if (isOn) await subscribeDevice();
      else await unsubscribeDevice(channel?.id);
    },
    () => setSupport(pushSupport()),
  );
  useCodes();
  const isWorking = channel?.verified === true && channel.disabledAt === null;
  return (
    <div className={classes['device']}>
      <Switch
        label={text('notices.device')}
        checked={channel !== undefined}
        disabled={support !== 'possible' || change.isPending || device.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {support !== 'possible' && (
        <p className={classes['hint']}>{text(`notices.device.${support}`)}</p>
      )}
      {channel && !isWorking && (
        <p className={classes['hint']} role="status">
          {text('notices.device.waiting')}
        </p>
      )}
      <Refusal error={change.error} />
    </div>
  );
}

/** Submits the code that the service sent to this device, as proof that messages arrive. */
function useCodes(): void {
  const { mutate } = useAct(({ channelId, code }: PushCode) =>
    callRoute('POST /os/notices/channels/{id}/verify', {
      params: { id: channelId },
      body: { code },
    }),
  );
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const listen = ({ data }: MessageEvent<PushCode | undefined>) => {
      if (data?.type === 'farmctl.push-code') mutate(data);
    };
    worker?.addEventListener('message', listen);
    return () => worker?.removeEventListener('message', listen);
  }, [mutate]);
}
