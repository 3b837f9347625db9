import type { appReports } from '@headland/contracts/app-report';
import { appReportPaths } from '@headland/contracts/app-report-paths';
import { useEffect, useState } from 'react';
import { askFile } from '../client';
import { useTexts } from '../language';

/** The picture of the model, read with the app's token; the name beside it describes it. Without it the place stays empty. */
export function VehiclePicture({ id, token }: { id: number; token: string }) {
  const { language } = useTexts();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    askFile<typeof appReports.image>(
      appReportPaths.image,
      { params: { id } },
      { token, language, signal: abort.signal },
    ).then(
      (file) => {
        if (!abort.signal.aborted) setAddress((made = URL.createObjectURL(file)));
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, token, language]);
  return <span className="picture">{address !== null && <img src={address} alt="" />}</span>;
}
