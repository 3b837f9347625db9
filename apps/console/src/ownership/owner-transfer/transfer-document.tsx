import { chakra, Flex } from '@chakra-ui/react';
import { ownerTransfers, type RdiDocument, type TransferDetail } from '@headland/contracts/owner-transfer';
import { isOpen, rdiOpenings } from '@headland/domain/owner-transfer';
import { Copy, Download } from 'lucide-react';
import { fileSize } from '../../lib/file-size';
import { saveFile } from '../../lib/save-file';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Button } from '../../ui/button';
import { copyText } from '../../ui/copy-text';
import { Facts, Section } from '../../ui/panel';
import { StateLabel } from '../../ui/status-chip';
import { toast } from '../../ui/toast';

/** The delivery and takeover document: its link with what is left of it, and everybody who took the file. */
export function TransferDocument({ transfer: { id, status, document } }: { transfer: TransferDetail }) {
  const { t } = useI18n();
  if (document === null)
    return (
      <Section title={t('transfer.documents')}>
        <chakra.p color="ink3">{t(isOpen(status) ? 'transfer.documentLater' : 'transfer.noDocument')}</chakra.p>
      </Section>
    );
  return <Made transferId={id} document={document} />;
}

function Made({ transferId, document: d }: { transferId: number; document: RdiDocument }) {
  const { t, number } = useI18n();
  const download = useAction(ownerTransfers.document, {
    done: (file) => saveFile(file, d.name, ownerTransfers.document.stream),
  });
  const link = new URL(`/RdiDownload/${d.id}`, location.origin).toString();
  // where the browser refuses, the address beside the button can be copied by hand
  const copy = (): void =>
    void copyText(link, t, {
      copied: t('transfer.linkCopied'),
      refused: () => toast(t('common.failed'), 'watch'),
    });
  return (
    <Section
      title={t('transfer.documents')}
      actions={
        <Button
          icon={<Download size={15} />}
          busy={download.busy}
          onClick={() => download.run({ params: { id: transferId } })}
        >
          {t('transfer.download')}
        </Button>
      }
    >
      <Facts
        rows={[
          [t('transfer.file'), `${d.name} · ${fileSize(d.bytes, number)}`],
          [
            t('transfer.validUntil'),
            <Flex key="until" as="span" justify="flex-end" gap="2" wrap="wrap">
              <StateLabel state={d.state === 'open' ? 'normal' : 'off'}>{t(`rdiState.${d.state}`)}</StateLabel>
              {momentText(d.expiresAt).slice(0, 16)}
            </Flex>,
          ],
          [t('transfer.openings'), t('transfer.openingsOf', { n: d.openings, most: rdiOpenings })],
        ]}
      />
      <Flex mt="2" gap="2" align="center">
        <chakra.code
          flex="1"
          minW="0"
          px="2"
          py="1"
          bg="sunken"
          borderRadius="chip"
          textStyle="small"
          overflowWrap="anywhere"
        >
          {link}
        </chakra.code>
        <Button icon={<Copy size={14} />} onClick={copy}>
          {t('transfer.copyLink')}
        </Button>
      </Flex>
      <chakra.h4 textStyle="label" color="ink2" mt="3" mb="1">
        {t('transfer.downloadedBy')}
      </chakra.h4>
      {d.downloads.length === 0 && <chakra.p color="ink3">{t('transfer.noDownloads')}</chakra.p>}
      {d.downloads.map((one, i) => (
        <Flex key={i} gap="3" py="0.5" align="baseline">
          <chakra.span className="num" color="ink3">
            {momentText(one.at)}
          </chakra.span>
          <chakra.span flex="1" minW="0" overflowWrap="anywhere">
            {one.by ?? t('transfer.byLink')}
          </chakra.span>
          <chakra.span className="num" color="ink3" textStyle="small">
            {one.address}
          </chakra.span>
        </Flex>
      ))}
    </Section>
  );
}
